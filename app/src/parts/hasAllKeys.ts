/**
 * Whether something before the page has all keys for itself: a dialog, a menu, or the question for a sign-in, behind which the page waits.
 * The viewer is a dialog whose keys are the page's.
 */
export const hasAllKeys = (): boolean =>
  document.querySelector("[role='dialog']:not([data-viewer]), [role='alertdialog'], [role='menu'], [data-waits]") !==
    null
