export declare const sourceAliases: Array<{ readonly find: RegExp; readonly replacement: string }>
