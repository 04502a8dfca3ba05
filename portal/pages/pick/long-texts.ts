/** Longer texts are shown in smaller letters, so that the scanner's line stays in sight. */
export const isLongBin = (location: string): true | undefined => location.length > 14 || undefined;
export const isLongName = (name: string): true | undefined => name.length > 45 || undefined;
