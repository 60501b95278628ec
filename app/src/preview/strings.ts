export const strings = {
  action: "Preview"
}
