// @vitest-environment jsdom
import "./changes.suite.js"
import "./hooks.suite.js"
import "../docs/smallDrive.suite.js"
