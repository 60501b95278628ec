/** A PDF, a spreadsheet and a letter with nothing in them but what they need. */
import { zip } from "./zip.js"

const escaped = (text: string): string => text.replace(/[\\()]/g, "\\$&")

const pageOf = (title: string, lines: ReadonlyArray<string>, number: number): string =>
  [
    "0.12 0.23 0.37 rg 0 812 595 30 re f",
    `0 g BT /F2 22 Tf 56 740 Td (${escaped(title)}) Tj ET`,
    `BT /F1 11 Tf 56 700 Td 16 TL ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(" ")} ET`,
    "0.8 G 56 60 m 539 60 l S",
    `0.4 g BT /F1 9 Tf 56 44 Td (${number}) Tj ET`
  ].join("\n")

/** A4 pages of Latin text in the fonts that every reader has. */
export const pdf = (title: string, pages: ReadonlyArray<ReadonlyArray<string>>): Buffer => {
  const firstPage = 5
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(" ")
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    ...pages.flatMap((lines, index) => {
      const content = pageOf(title, lines, index + 1)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${firstPage + index * 2 + 1} 0 R ` +
        "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
        `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`
      ]
    })
  ]
  let text = "%PDF-1.4\n"
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

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`
const packages = "http://schemas.openxmlformats.org/package/2006"
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`

const relations = (all: string): string =>
  xml(`<Relationships xmlns="${packages}/relationships">${all}</Relationships>`)

const contentTypes = (parts: Readonly<Record<string, string>>): string =>
  xml(
    `<Types xmlns="${packages}/content-types">` +
      "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>" +
      "<Default Extension=\"xml\" ContentType=\"application/xml\"/>" +
      Object.entries(parts).map(([part, type]) =>
        `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`
      ).join("") + "</Types>"
  )

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

export const spreadsheet = (rows: ReadonlyArray<ReadonlyArray<string | number>>): Buffer =>
  zip({
    "[Content_Types].xml": contentTypes({
      "/xl/workbook.xml": "spreadsheetml.sheet.main",
      "/xl/worksheets/sheet1.xml": "spreadsheetml.worksheet"
    }),
    "_rels/.rels": relations(relation(1, "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": xml(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="2026" sheetId="1" r:id="rId1"/></sheets></workbook>`
    ),
    "xl/_rels/workbook.xml.rels": relations(relation(1, "worksheet", "worksheets/sheet1.xml")),
    "xl/worksheets/sheet1.xml": xml(
      `<worksheet xmlns="${main}"><sheetData>${
        rows.map((cells) =>
          `<row>${
            cells.map((cell) =>
              typeof cell === "number" ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`
            ).join("")
          }</row>`
        ).join("")
      }</sheetData></worksheet>`
    )
  })

export const letter = (paragraphs: ReadonlyArray<string>): Buffer =>
  zip({
    "[Content_Types].xml": contentTypes({ "/word/document.xml": "wordprocessingml.document.main" }),
    "_rels/.rels": relations(relation(1, "officeDocument", "word/document.xml")),
    "word/document.xml": xml(
      "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>" +
        paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join("") + "</w:body></w:document>"
    )
  })
