/**
 * The circles of a graph, each as the nodes that lead to each other, innermost first: what a circle leads to comes before
 * it. A node in no circle is one of its own (Tarjan 1972, without recursion, for graphs are deeper than the stack).
 */
export const circlesIn = (count: number, next: (node: number) => readonly number[]): number[][] => {
  const circles: number[][] = []
  const indexOf = new Int32Array(count).fill(-1)
  const lowest = new Int32Array(count)
  const isOpen = new Uint8Array(count)
  const open: number[] = []
  let index = 0
  const enter = (node: number) => {
    indexOf[node] = lowest[node] = index++
    isOpen[node] = 1
    open.push(node)
    return { node, inner: next(node), at: 0 }
  }
  const lower = (node: number, value: number) => {
    lowest[node] = Math.min(lowest[node] ?? 0, value)
  }
  for (let start = 0; start < count; start++) {
    const path = indexOf[start] === -1 ? [enter(start)] : []
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { node, inner } = step
      const other = inner[step.at++]
      if (other === undefined) {
        path.pop()
        const outer = path.at(-1)
        if (outer) lower(outer.node, lowest[node] ?? 0)
        if (lowest[node] !== indexOf[node]) continue
        const circle = open.splice(open.lastIndexOf(node))
        for (const member of circle) isOpen[member] = 0
        circles.push(circle)
      } else if (indexOf[other] === -1) path.push(enter(other))
      else if (isOpen[other]) lower(node, indexOf[other] ?? 0)
    }
  }
  return circles
}
