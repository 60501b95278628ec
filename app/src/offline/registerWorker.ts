/** The one service worker of this origin; downloads that are streamed go through it too. */
export const workerAddress = "/worker.js"

/** After the page has its own files, so that the worker's copy of them takes nothing from the first rows. */
export const registerWorker = (): void => {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return
  const register = () => void navigator.serviceWorker.register(workerAddress, { type: "module" })
  if (document.readyState === "complete") register()
  else window.addEventListener("load", register, { once: true })
}
