// @vitest-environment happy-dom
import "./changes.suite.js"
import "./hooks.suite.js"
import "./reads.suite.js"
import "./session.suite.js"
import "./transfers.suite.js"
import "../docs/reactChanges.suite.js"
import "../docs/reactTour.suite.js"
import "../docs/smallDrive.suite.js"
