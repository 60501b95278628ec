// @vitest-environment happy-dom
import "./changes.suite.js"
import "./hooks.suite.js"
import "../docs/smallDrive.suite.js"
