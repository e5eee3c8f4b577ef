// Builds the browser part when its sources have changed, and compresses it once so that the server need not.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { root, run } from './shell.mjs'

const target = join(root, 'dist', 'web')
const stamp = join(root, 'dist', 'web.stamp')
/** What the build consists of; nobody is served it. */
const manifest = join(root, 'dist', 'web.manifest.json')
const sources = join(root, 'dist', 'web.sources.json')
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.map', '.txt', '.webmanifest', '.ttf'])

function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** A hash of everything the build reads: sources but those of the server and tests, the page, its configuration, the dependencies. */
function sourceHash() {
  const sources = filesUnder(join(root, 'src')).filter((file) => !/[\\/]server[\\/]|\.test\.tsx?$/.test(file))
  const extras = ['index.html', 'vite.config.ts', 'package.json', 'package-lock.json', 'scripts/run/web.mjs'].map((name) => join(root, name))
  const publicFiles = existsSync(join(root, 'public')) ? filesUnder(join(root, 'public')) : []
  const hash = createHash('sha256')
  for (const file of [...sources, ...publicFiles, ...extras.filter(existsSync)]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

async function compress(file) {
  const content = await readFile(file)
  if (content.length < 1024) return
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(content, brotli), promisify(gzip)(content, { level: 9 })])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

/** Builds dist/web unless it is of these very sources. The finished build takes its place in one step. */
export async function buildWeb({ force = false } = {}) {
  const hash = sourceHash()
  const current = existsSync(stamp) && existsSync(join(target, 'index.html')) ? readFileSync(stamp, 'utf8') : ''
  if (!force && current === hash) return
  process.stderr.write('Building the web part …\n')
  // Of this process alone: two builds may run side by side.
  const next = `${target}.${process.pid}`
  rmSync(next, { recursive: true, force: true })
  const code = await run('vite', ['build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'], { stdio: ['ignore', 2, 2] })
  if (code !== 0) throw new Error('The web part could not be built; the lines above say why.')
  renameSync(join(next, '.vite', 'manifest.json'), manifest)
  renameSync(join(next, '.vite', 'sources.json'), sources)
  rmSync(join(next, '.vite'), { recursive: true })
  await Promise.all(
    filesUnder(next)
      .filter((file) => COMPRESSIBLE.has(extname(file)))
      .map(compress),
  )
  rmSync(stamp, { force: true })
  rmSync(target, { recursive: true, force: true })
  renameSync(next, target)
  writeFileSync(stamp, hash)
}
