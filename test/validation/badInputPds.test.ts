import { badInputTableOn } from "./badInputTableOn.js"

badInputTableOn("pds")
