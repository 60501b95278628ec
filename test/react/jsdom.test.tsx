// @vitest-environment jsdom
import "./changes.suite.js"
