/** What the bundler makes of a style: its classes by their names. */
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>
  export default classes
}
