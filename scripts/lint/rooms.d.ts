/** Which rooms a room may import besides itself, by their paths. */
export declare const rooms: Readonly<Record<string, ReadonlyArray<string>>>
