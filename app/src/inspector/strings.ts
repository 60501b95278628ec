import { format } from "../language/format.en.js"

export const strings = {
  faults: {
    title: "Faults",
    only: "emulator only",
    offline: "Offline",
    slow: "Slow line",
    reset: "Reset connections",
    lost: "Lose answers",
    expired: "Expired token",
    full: "Disk full",
    oneIn: (count: number) => `1 in ${format.count(count)}`,
    tunnel: "Tunnel",
    hotel: "Hotel Wi-Fi",
    clear: "Reset",
    unreachable: "The emulator does not answer."
  }
}
