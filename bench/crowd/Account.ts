/**
 * What a crowd did to its service, in the figures that have bars.
 */
import type { Scenario } from "./Scenario.js"
import { idealEnd } from "./Scenario.js"
import type { ServiceModel } from "./ServiceModel.js"

/** Shares are ratios, times are seconds from the start. */
export interface Account {
  /** Requests a client and minute while the service is down, from a minute after a client has found out. */
  readonly whileDown: number | undefined
  /** Requests of the busiest moment after it over those of the mean. */
  readonly peakOverMean: number
  /** Requests served that had been served before, of all served. */
  readonly again: number
  readonly end: number
  readonly ideal: number
  /** Uploads that ended in an error, and were begun again by their user. */
  readonly failed: number
  readonly requests: number
  readonly arrivals: ReadonlyArray<number>
}

/** What a crowd tells when all are done. `end` in seconds. */
export interface Ended {
  readonly end: number
  readonly failed: number
}

const inBins = (arrivals: ReadonlyArray<number>, from: number, to: number, width: number): ReadonlyArray<number> => {
  const bins: Array<number> = []
  for (let at = from; at + width <= to; at += width) {
    let sum = 0
    for (let second = at; second < at + width; second++) sum += arrivals[second] ?? 0
    bins.push(sum)
  }
  return bins
}

const whileDown = (model: ServiceModel, end: number): number => {
  const requests = model.whileDown.reduce((sum, count) => sum + count, 0)
  let minutes = 0
  for (let client = 0; client < model.whileDown.length; client++) minutes += model.minutesKnown(client, end)
  return requests / minutes
}

/** `bin`: seconds that count as one moment. */
export const accountOf = (
  scenario: Scenario,
  clients: number,
  model: ServiceModel,
  { end, failed }: Ended,
  bin: number
): Account => {
  const { calmFrom, calmTo, outageEnd } = scenario
  const bins = inBins(model.arrivals, calmFrom, Math.min(calmTo ?? end, end), bin)
  const mean = bins.reduce((sum, count) => sum + count, 0) / Math.max(1, bins.length)
  return {
    whileDown: outageEnd === undefined ? undefined : whileDown(model, outageEnd * 1000),
    peakOverMean: Math.max(...bins, 0) / Math.max(1e-9, mean),
    again: model.again / Math.max(1, model.served),
    end,
    ideal: idealEnd(scenario, clients),
    failed,
    requests: model.served + model.refused + model.unreachable,
    arrivals: Array.from(model.arrivals, (count) => count ?? 0)
  }
}
