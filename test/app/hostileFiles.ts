/** Files that try to run a script in whatever shows them; each would ask for an address that names it. */

const attempt = (name: string): string => `fetch("/pwned-${name}");window.pwned=1;top.pwned=1;alert("pwned-${name}")`

export const hostileDrawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
  width="300" height="200" onload='${attempt("svg-load")}'>
  <script>${attempt("svg-script").replaceAll("&", "&amp;")}</script>
  <foreignObject width="10" height="10"><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;${
  attempt("svg-frame").replaceAll("\"", "&quot;")
}&lt;/script&gt;"/></foreignObject>
  <image href="/pwned-svg-image" width="10" height="10"/>
  <rect width="300" height="200" fill="#2a4fd0"/>
</svg>`

export const hostilePage = `<!doctype html><html><body onload='${attempt("html-load")}'>
<script>${attempt("html-script")}</script><img src="/pwned-html-image" onerror='${attempt("html-error")}'>
<p>Plain words of a page</p></body></html>`

export const hostileMarkdown = [
  "# A heading",
  "",
  `<script>${attempt("md-script")}</script>`,
  "",
  `<img src="/pwned-md-image" onerror='${attempt("md-error")}'>`,
  "",
  "[a script](javascript:fetch%28'/pwned-md-link'%29) [the same](&#106;avascript:fetch%28'/pwned-md-entity'%29)",
  "[data](data:text/html,<script>fetch('/pwned-md-data')</script>) [a place of the drive](/pwned-md-place)",
  "[a page](https://example.org/page) ![a picture](http://127.0.0.1:9/pwned-md-remote.png)",
  ""
].join("\n")

/**
 * Opens with a script, has one on a button, and a font whose matrix was a way into old readers. `longerBy` bytes that nothing
 * shows, so that it is read in ranges.
 */
export const hostilePdf = (longerBy = 0): Buffer => {
  const js = (name: string) => `app.alert("pwned-${name}"); this.getURL("http://127.0.0.1:9/pwned-${name}");`
  const escape = (text: string) => text.replace(/[()\\]/g, (sign) => `\\${sign}`)
  const action = (name: string) => `<< /S /JavaScript /JS (${escape(js(name))}) >>`
  const content = "BT /F1 24 Tf 72 700 Td (Words of a document) Tj ET"
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${action("pdf-open")} /AA << /WC ${action("pdf-close")} >> ` +
    `/Names << /JavaScript << /Names [(a) ${action("pdf-names")}] >> >> /AcroForm << /Fields [6 0 R] >> >>`,
    "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [6 0 R] " +
    `/AA << /O ${action("pdf-page")} >> /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding " +
    `/FontMatrix [1 0 0 1 0 (0\\); ${escape(attempt("pdf-font"))} //)] >>`,
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [50 500 200 550] /A ${action("pdf-button")} >>`,
    `<< /Length ${longerBy} >>\nstream\n${" ".repeat(longerBy)}\nendstream`
  ]
  let text = "%PDF-1.7\n"
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("")
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, "latin1")
}
