import type { ReactElement } from "react"
import { Part } from "../parts/Part.js"
import type { ViewerProps } from "./Feature.js"
import { useFeatures } from "./Feature.js"

/** A file of the room it stands in, shown large by the feature that can do that. */
export const FileViewer = (props: ViewerProps): ReactElement => (
  <Part onFail={props.onClose}>
    {useFeatures().flatMap(({ viewer }) => viewer ?? []).map((Viewer, index) => <Viewer {...props} key={index} />)}
  </Part>
)
