/** Which letters the web drive and the inspector are set in, where a machine has none of its maker. */
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

test.each([
  ["app/src/parts/style/tokens.css", "--font"],
  ["src/inspector/view/styles.ts", "--edi-font"]
])("%s asks for Latin letters before Chinese ones, whose quotes and dots are as wide as their signs", (path, name) => {
  const stack = new RegExp(`${name}:([^;]+);`).exec(readFileSync(path, "utf8"))?.[1] ?? ""
  const families = stack.split(",").map((family) => family.trim().replaceAll("\"", ""))
  const chinese = families.findIndex((family) => /PingFang|Hiragino|YaHei|CJK/.test(family))
  // what desktops of Linux bring, beside which there are nearly always Chinese letters
  for (const family of ["Ubuntu", "Noto Sans", "Liberation Sans"]) {
    expect(families.slice(0, chinese)).toContain(family)
  }
})
