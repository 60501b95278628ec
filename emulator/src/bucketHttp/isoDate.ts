/**
 * `2026-11-20T12:00:00.000Z`, as XML holds times.
 */
export const isoDate = (millis: number): string => new Date(millis).toISOString()
