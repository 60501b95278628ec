export declare const target: string
export declare function crc64Module(): string
export declare function isMultiple(): boolean
