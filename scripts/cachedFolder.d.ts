export declare const cache: string
export declare function cachedFolder(
  name: string,
  fill: (fresh: string, folder: string) => Promise<void>
): Promise<string>
export declare function cachedPackages(name: string, dependencies: Readonly<Record<string, string>>): Promise<string>
