import { createDrive } from "effect-drive/promise"
import { workerAddress } from "./offline/registerWorker.js"

/** The origin of the product API, as the page was told; its own where it was told none. */
export const apiHost = document.querySelector<HTMLMetaElement>("meta[name='drive-api']")?.content || location.origin

/** The one drive of this page; it ends with the page. */
export const drive = createDrive({
  apiHost,
  product: { id: "effect-drive-web", version: "1.0.7" },
  saving: { serviceWorker: workerAddress },
  language: document.documentElement.lang === "zh-CN" ? "zh-CN" : "en"
})
