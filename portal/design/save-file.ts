/** Offers bytes as a download, unchanged. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}

/** How long the bytes are kept, so that the browser can start the download. */
const keptMs = 10_000;
