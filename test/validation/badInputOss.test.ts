import { badInputTableOn } from "./badInputTableOn.js"

badInputTableOn("oss")
