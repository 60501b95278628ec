/** The policy of the page in a real Chromium: what a script that got in would try, and cannot. */
import { expect, test } from "vitest"
import { openFolder, setAppStage } from "./AppStage.js"

const stage = setAppStage()

test("no inline script runs, no string becomes a script or HTML, no script comes from elsewhere, and no form is sent", async () => {
  const page = await openFolder(stage(), "s3", "root")
  const tried = await page.evaluate<Readonly<Record<string, string>>>(`(async () => {
    const outcome = {}
    const attempt = (name, run) => {
      try {
        run()
        outcome[name] = "done"
      } catch (cause) {
        outcome[name] = cause.name
      }
    }
    attempt("html", () => { document.createElement("div").innerHTML = "<img src=x onerror='window.gotIn = 1'>" })
    attempt("text", () => {
      const script = document.createElement("script")
      script.textContent = "window.gotIn = 1"
      document.head.append(script)
    })
    attempt("handler", () => document.createElement("div").setAttribute("onclick", "window.gotIn = 1"))
    attempt("address", () => {
      const script = document.createElement("script")
      script.src = "https://elsewhere.example/in.js"
      document.head.append(script)
    })
    const refused = new Promise((done) =>
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        if (effectiveDirective === "form-action") done(effectiveDirective)
      })
    )
    const form = document.createElement("form")
    form.action = "https://elsewhere.example/"
    form.method = "post"
    document.body.append(form)
    form.submit()
    outcome.form = await refused
    outcome.gotIn = String(window.gotIn)
    return outcome
  })()`)
  expect(tried).toMatchObject({ html: "TypeError", address: "TypeError", form: "form-action", gotIn: "undefined" })
  await page.context().close()
})
