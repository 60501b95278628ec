/**
 * Gives the styles to the document or shadow root that a node is in, once.
 */
import { styles } from "./styles.js"

const adopted = new WeakSet<Node>()

export const adoptStyles = (node: Node): void => {
  const root = node.getRootNode()
  const isRoot = root instanceof Document || root instanceof ShadowRoot
  // A document without constructed sheets, as of a test, shows the same without a look.
  if (!isRoot || adopted.has(root) || !("adoptedStyleSheets" in root)) return
  adopted.add(root)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
