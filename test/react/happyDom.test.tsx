// @vitest-environment happy-dom
import "./changes.suite.js"
