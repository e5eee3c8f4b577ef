import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'

/** What a PNG's code says, read by jsqr; undefined where it finds none. */
export function readPng(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data
}

/** A tool that build machines have (poppler-utils, zbar-tools), and laptops may not. */
export function hasTool(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`])
    return true
  } catch {
    return false
  }
}

/** Every code that zbar finds in a picture, in no particular order. */
export function zbarRead(png: Buffer): string[] {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'page.png'), png)
    return execFileSync('zbarimg', ['--quiet', '--raw', join(folder, 'page.png')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .split('\n')
  })
}

/** The pages of a PDF as pictures, drawn by poppler. */
export function pagesOfPdf(pdf: Buffer, dpi = 150): Buffer[] {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'file.pdf'), pdf)
    execFileSync('pdftoppm', ['-png', '-r', String(dpi), join(folder, 'file.pdf'), join(folder, 'page')])
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'))
    return pages.sort().map((name) => readFileSync(join(folder, name)))
  })
}

/** What a PDF says, page after page, read by poppler. */
export function textOfPdf(pdf: Buffer): string {
  return inFolder((folder) => {
    writeFileSync(join(folder, 'file.pdf'), pdf)
    return execFileSync('pdftotext', ['-layout', join(folder, 'file.pdf'), '-'], { encoding: 'utf8' })
  })
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'qr-pictures-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
