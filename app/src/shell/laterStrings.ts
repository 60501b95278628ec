import { counted } from "../language/format.en.js"

export const strings = {
  signIn: {
    title: "Sign in",
    endedUploads: (uploads: number) =>
      uploads === 0
        ? "Your session has ended. Sign in to continue where you left off."
        : `Your session has ended. ${counted(uploads, "upload is", "uploads are")} paused and ${
          uploads === 1 ? "continues" : "continue"
        } when you are back.`,
    token: "Access token",
    tokenHelp: "You get one from the service that runs this drive.",
    missing: "Enter an access token to sign in.",
    refused: "This access token is not valid. Ask for a new one.",
    show: "Show access token",
    hide: "Hide access token",
    action: "Sign in"
  },
  openingSpace: "Opening the space…",
  slow: "This takes longer than usual.",
  keys: {
    title: "Keyboard",
    or: "or",
    groups: {
      move: "Navigate",
      select: "Select",
      windows: "Windows",
      selection: "Selected items",
      here: "Here"
    }
  }
}
