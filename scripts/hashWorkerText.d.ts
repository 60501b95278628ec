export declare const target: string
export declare function hashWorkerModule(): Promise<string>
