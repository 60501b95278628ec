import type { Feature } from "../shell/Feature.js"

export const feature: Feature = { id: "preview" }
