// Keeps each file of the built page plain and compressed, named by its content: HASH.plain, HASH.gz and HASH.br.
// Usage: node tools/compress_page.mjs DIST FOLDER
// What is there already is left as it is. All files at once, by Node's own threads: brotli at its best is slow.
import { createHash } from "node:crypto";
import { access, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const [, , dist, folder] = process.argv;
if (!folder) {
  console.error("usage: node tools/compress_page.mjs DIST FOLDER");
  process.exit(2);
}
const forms = {
  plain: async (bytes) => bytes,
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
};

async function exists(path) {
  return access(path).then(() => true, () => false);
}

const begun = new Set();
async function keep(path) {
  const bytes = await readFile(path);
  const name = join(folder, createHash("sha256").update(bytes).digest("hex"));
  if (begun.has(name)) return;  // another file with the same content
  begun.add(name);
  await Promise.all(
    Object.entries(forms).map(async ([form, compress]) => {
      const kept = `${name}.${form}`;
      if (await exists(kept)) return;
      // What is cut off halfway has another name, and so has what another process is writing just now.
      const unfinished = `${kept}.${process.pid}`;
      await writeFile(unfinished, await compress(bytes));
      await rename(unfinished, kept);
    }),
  );
}

await mkdir(folder, { recursive: true });
const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile());
await Promise.all(files.map((entry) => keep(join(entry.parentPath, entry.name))));
