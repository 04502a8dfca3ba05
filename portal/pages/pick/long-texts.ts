/** What is longer has smaller letters, so that the line of the scanner stays in sight. */
export const isLongBin = (location: string): true | undefined => location.length > 14 || undefined;
export const isLongName = (name: string): true | undefined => name.length > 45 || undefined;
