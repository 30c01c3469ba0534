// Evaluated in a page: the words whose contrast with what is behind them is below 4.5 to 1 (WCAG 2.2, 1.4.3).
;(() => {
  const numbers = (color) => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color) => {
    const [red = 0, green = 0, blue = 0] = numbers(color).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element) => {
    if (!element) return 'rgb(255, 255, 255)'
    const color = getComputedStyle(element).backgroundColor
    return numbers(color)[3] === 0 ? behind(element.parentElement) : color
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const faint = new Set()
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (!walker.currentNode.textContent?.trim()) continue
    const [text, ground] = [luminance(getComputedStyle(element).color), luminance(behind(element))]
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05)
    if (contrast < 4.5) faint.add(`${element.tagName}.${element.className} ${contrast.toFixed(2)}`)
  }
  return [...faint]
})()
