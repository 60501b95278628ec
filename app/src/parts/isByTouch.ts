/** Whether a finger pressed; browsers tell it of a click by its pointer. */
export const isByTouch = ({ nativeEvent }: { readonly nativeEvent: Event }): boolean =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch"
