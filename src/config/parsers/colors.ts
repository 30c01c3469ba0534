const leastContrast = 4.5

/** What white text is legible on. */
export const brandColor = (text: string): string => {
  if (!/^#[0-9a-f]{6}$/i.test(text)) throw new Error('must be a color such as #1d4ed8')
  const contrast = contrastWithWhite(text)
  if (contrast < leastContrast)
    throw new Error(
      `must be darker: white text on it has a contrast of ${contrast.toFixed(1)}:1, and ${leastContrast}:1 is needed`,
    )
  return text.toLowerCase()
}

/** WCAG 2.2, contrast ratio and relative luminance. */
const contrastWithWhite = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16)),
  )
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
