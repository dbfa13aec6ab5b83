// Knows how a text comes onto the clipboard, also where the page came over plain HTTP and a browser gives it no `clipboard`.

/** Whether it lies there now. To be called right from a click, which is when a browser allows it. */
export async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return copiedTheOldWay(text);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copiedTheOldWay(text),
  );
}

function copiedTheOldWay(text: string): boolean {
  let isDone = false;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault(); // what is selected on the page does not take its place
    isDone = true;
  };
  document.addEventListener('copy', put);
  try {
    return document.execCommand('copy') && isDone;
  } finally {
    document.removeEventListener('copy', put);
  }
}
