/** What the page of ways back says of each loss, as lists of ways, or the sentence that there is none. */
export const lossesIn = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    [...text.matchAll(/<h2>(If [^<]*)<\/h2>\s*(?:<ul>(.*?)<\/ul>|<p>([^<]*)<\/p>)/gs)].map(
      ([, loss = '', ways, none]) => [
        loss,
        ways ? [...ways.matchAll(/<li>(.*?)<\/li>/g)].map((way) => way[1]!) : [none!],
      ],
    ),
  )
