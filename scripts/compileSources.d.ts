export declare function compiledFile(source: string): string
export declare function compileSources(paths: ReadonlyArray<string>): Promise<void>
