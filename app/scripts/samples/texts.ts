/** Texts to read: Markdown, code, and files with names in many scripts. */
export const welcome = `# Welcome

Everything here is kept on your machine, in one folder. Try what you like.

- **Drop files or folders** anywhere in this window. Close it in mid-upload and open it again: they go on.
- **Press ?** for the list of keys. Everything works without a mouse.
- **Press Ctrl and .** for the inspector: each part of an upload, each request. Its switches cut the network, lose answers and
  fill the disk, so that you can watch the drive get over it.
- **Change the space** at the top left: the same drive on S3, on OSS and on PDS.
- Look into *Projects, Harbour rebuild* for pictures, a film, sound, documents and code.
`

export const siteNotes = `# Site notes, week 46

Work on the **north quay** goes on. Low water was at *06:12* and *18:40*.

## Done

- [x] Piles 1 to 18 inspected
- [x] Lighting test at night
- [ ] Anodes of piles 7 and 11

| Day | Wind | Crane |
|-----|-----:|-------|
| Mon | 4 Bft | works |
| Tue | 7 Bft | stands |
| Wed | 5 Bft | works |

> The slipway stays closed until the fog lifts.

See \`tide-model.py\` for the levels:

\`\`\`python
level(hours=6.2)  # metres above chart datum
\`\`\`
`

export const tideModel = `"""Level of the water at the north quay, from its main constituents."""
from math import cos, tau

# name: amplitude in metres, period in hours, phase in turns
CONSTITUENTS = {
    "M2": (1.42, 12.4206, 0.18),
    "S2": (0.47, 12.0000, 0.31),
    "O1": (0.11, 25.8193, 0.74),
}


def level(hours: float, mean: float = 2.1) -> float:
    """Metres above chart datum, so many hours after midnight."""
    return mean + sum(a * cos(tau * (hours / t - p)) for a, t, p in CONSTITUENTS.values())


if __name__ == "__main__":
    for hour in range(24):
        print(f"{hour:02d}:00  {level(hour):5.2f} m")
`

/** Names as people write them, each with a greeting in it. */
export const names: Readonly<Record<string, string>> = {
  "English.txt": "Good morning\n",
  "Français, été à la mer.txt": "Bonjour\n",
  "Ελληνικά.txt": "Καλημέρα\n",
  "Русский.txt": "Доброе утро\n",
  "עברית.txt": "בוקר טוב\n",
  "العربية.txt": "صباح الخير\n",
  "हिन्दी.txt": "सुप्रभात\n",
  "ไทย.txt": "สวัสดีตอนเช้า\n",
  "日本語.txt": "おはようございます\n",
  "한국어.txt": "좋은 아침입니다\n",
  "简体中文.txt": "早上好\n",
  "繁體中文.txt": "早安\n",
  "emoji 👩🏽‍🔧🌊.txt": "🌅\n",
  "100% #1 & more? (final).txt": "Signs that addresses have to escape\n",
  "settings.json": "{ \"harbour\": \"north\", \"berths\": [1, 2, 3] }\n",
  "berths.csv": "berth,length,depth\n1,120,8.5\n2,95,7.2\n3,140,9.1\n"
}

const spoken = (...lines: ReadonlyArray<string>): string =>
  `WEBVTT\n${lines.map((line, at) => `\n00:0${at * 2}.000 --> 00:0${at * 2 + 2}.000\n${line}\n`).join("")}`

/** What is said in the film. */
export const captions = {
  en: spoken("Low tide, a little after sunset.", "The north quay lies dry as far as pile 7.", "We turn back here."),
  zh: spoken("日落后不久，潮水很低。", "北码头一直露到七号桩。", "我们在这里返回。")
}
