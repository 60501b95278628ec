/** Which rooms a room may import besides itself, by their paths. */
export declare const rooms: Readonly<Record<string, ReadonlyArray<string>>>

/** Folders of one room, and the others that each of them imports nothing of. */
export declare const apart: Readonly<Record<string, ReadonlyArray<string>>>
