import { faultTableOn } from "./faultTableOn.js"

faultTableOn("oss")
