type Rgb = readonly [number, number, number]

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG contrast of two colours '#rrggbb': 1 to 21. */
export function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Black or white, whichever is read better on a colour. */
export function textOn(background: string, dark = '#1f1f1f', light = '#ffffff'): string {
  return contrast(background, dark) >= contrast(background, light) ? dark : light
}

/** The colour nearest to the wished one that can be read on a background (AA: 4.5), made darker or lighter as needed. */
export function readable(colour: string, background: string, least = 4.5): string {
  const target: Rgb = luminance(background) > 0.4 ? [0, 0, 0] : [255, 255, 255]
  const from = rgbOf(colour)
  for (let step = 0; step <= 100; step += 1) {
    const mixed = hexOf(from.map((part, index) => part + ((target[index] ?? 0) - part) * (step / 100)) as unknown as Rgb)
    if (contrast(mixed, background) >= least) return mixed
  }
  return hexOf(target)
}

/** A colour laid over a background with the given share (0 to 1). */
export function mix(colour: string, background: string, share: number): string {
  const [over, under] = [rgbOf(colour), rgbOf(background)]
  return hexOf(over.map((part, index) => part * share + (under[index] ?? 0) * (1 - share)) as unknown as Rgb)
}
