import { faultTableOn } from "./faultTableOn.js"

faultTableOn("pds")
