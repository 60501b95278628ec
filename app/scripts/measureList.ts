/** Prints what a list of 100,000 rows costs in Chromium: first drawing, an arrow key, scrolling, sorting by name. */
import { table } from "../../bench/harness.js"
import { longList } from "../../bench/longList.js"

console.log(table(await longList()))
