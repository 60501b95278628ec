import * as fc from "fast-check"

/** The same cases each time, so that a red run is a change's own doing; `npm run test:soak` looks for new ones. */
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 20261120) })
