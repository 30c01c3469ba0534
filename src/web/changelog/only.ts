const maxPatterns = 20
const maxLength = 200

/** What `?only=` asks for: `breaking`, and patterns of operations. Anything else asks for nothing. */
export const shownBy = ({ only }: { only?: unknown }): { isBreakingOnly: boolean; only: string[] } => {
  const asked = [only].flat().filter((one) => typeof one === 'string')
  const patterns = asked.filter((one) => /[/*]/.test(one) && one.length <= maxLength)
  return { isBreakingOnly: asked.includes('breaking'), only: patterns.slice(0, maxPatterns) }
}
