import { faultTableOn } from "./faultTableOn.js"

faultTableOn("s3")
