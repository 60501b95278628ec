import { badInputTableOn } from "./badInputTableOn.js"

badInputTableOn("s3")
