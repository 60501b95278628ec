/** A few bells, as 16-bit samples in a WAV file. */
const rate = 22_050

const bells: ReadonlyArray<readonly [at: number, pitch: number]> = [
  [0, 523.25],
  [0.6, 659.25],
  [1.2, 783.99],
  [1.8, 587.33],
  [2.7, 523.25],
  [3.3, 392]
]

export const sound = (seconds = 6): Buffer => {
  const count = rate * seconds
  const file = Buffer.alloc(44 + count * 2)
  file.write("RIFF", 0, "latin1")
  file.writeUInt32LE(36 + count * 2, 4)
  file.write("WAVEfmt ", 8, "latin1")
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write("data", 36, "latin1")
  file.writeUInt32LE(count * 2, 40)
  for (let index = 0; index < count; index++) {
    const now = index / rate
    let level = 0
    for (const [at, pitch] of bells) {
      const since = now - at
      if (since < 0) continue
      const fade = Math.exp(-since * 1.8) * Math.min(1, since * 400)
      level += fade * (Math.sin(2 * Math.PI * pitch * since) + 0.4 * Math.sin(2 * Math.PI * pitch * 2.76 * since))
    }
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, level * 0.22)) * 32_767), 44 + index * 2)
  }
  return file
}
