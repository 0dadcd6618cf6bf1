type Kind = "adjective" | "verb" | "noun" | "as is";
type Line = readonly [value: number, kind: Kind, words: string];

/*
 * Words that judge a product, a service or a company in an assistant's answer; hand-written. Numbers are rough: what
 * counts is the side. Words that name a feature or a topic without judging ("secure", "free", "noise") are left out.
 */
const LINES: readonly Line[] = [
  [
    0.9,
    "adjective",
    "excellent outstanding exceptional superb flawless fantastic amazing wonderful perfect brilliant stellar magnificent phenomenal gorgeous stunning delightful marvelous incredible terrific top-notch first-rate world-class unbeatable unmatched unrivaled unrivalled unparalleled best-in-class award-winning second-to-none exemplary superior fabulous awesome breathtaking faultless glorious splendid sumptuous unforgettable exquisite immaculate spectacular sublime peerless",
  ],
  [
    0.7,
    "adjective",
    "great impressive renowned ideal favorite favourite beautiful lovely reliable dependable trustworthy intuitive polished superlative acclaimed beloved remarkable thoughtful generous fine elegant effortless seamless indestructible rock-solid well-made well-built well-designed well-crafted well-respected well-regarded well-reviewed well-rounded highly-rated top-rated high-quality user-friendly feature-rich hassle-free snappy luxurious delicious tasty creamy refreshing charming agreeable captivating clever delectable engaging entertaining enthusiastic exciting exhilarating fascinating graceful gracious handsome heartwarming honest inspiring invigorating inviting likeable luscious meticulous pleasing professional scrumptious skillful tasteful thrilling welcoming well-stocked well-organised well-organized well-kept well-written well-thought-out well-liked well-loved beautifully-made unmissable knowledgeable courteous attentive",
  ],
  [
    0.5,
    "adjective",
    "good nice solid strong durable sturdy robust rugged trusted popular comfortable comfy cozy versatile affordable efficient powerful easy fast quick swift responsive accurate precise smooth helpful friendly kind polite warm-hearted stylish sleek attractive innovative simple clear clean crisp sharp quiet lightweight soft gentle cool bright stable consistent capable effective convenient flexible practical handy useful fair reasonable inexpensive economical transparent reputable established respected loyal prompt punctual tidy fresh fun enjoyable pleasant satisfying satisfied happy thorough mature supportive spacious roomy breathable supple nourishing hydrating compelling rewarding worthwhile worthy safe premium budget-friendly well-known well-suited well-balanced well-maintained well-ventilated forgiving straightforward uncomplicated painless calm vivid rich deep plush cushioned tender flavorful flavourful authentic cheaper cheapest fluent generously balanced dazzling grippy energetic hearty adorable cute eco-friendly sustainable ethical standout go-to must-have unobtrusive ergonomic scenic picturesque idyllic appealing brisk caring cheerful convincing creative dedicated favorable favourable grateful harmonious healthy hospitable lively neat peaceful pleased relaxing reassuring respectful satisfactory sincere skilled soothing successful timely vibrant nutritious snug springy sturdier zippy readable tactile balanced uniform ample plentiful",
  ],
  [0.4, "adjective", "decent suitable bargain budget-conscious natural confident nimble agile"],
  [
    0.8,
    "as is",
    "best better finest widest broadest richest greatest love loves loved adore adores adored",
  ],
  [
    0.6,
    "verb",
    "praise excel shine impress delight outperform outshine outclass outlast surpass recommend beat trump dazzle thrill wow rave win top-rank commend admire applaud stand-out enjoy trust favor favour prefer appreciate endorse flourish",
  ],
  [
    0.6,
    "as is",
    "winner winners champion gem masterpiece breeze joy pleasure delight delights bargain standout favorites favourites winning won wins kudos applause acclaim praise accolades award awards leader leaders leading unbeaten top well raves nailed nails stood-out outdid outdoes",
  ],
  [
    0.5,
    "as is",
    "durability reliability comfort versatility affordability elegance simplicity craftsmanship ease excellence convenience praiseworthy advantage advantages strength strengths benefit benefits thrives worth improved improves improvement upgrade flawlessly gracefully reliably ideally perfectly like-new apologised-promptly",
  ],
  [
    -0.9,
    "adjective",
    "terrible awful horrible dreadful atrocious abysmal appalling disastrous useless worthless pathetic horrendous unacceptable unsafe dangerous fraudulent deceptive unusable miserable disgraceful shoddy inexcusable hopeless",
  ],
  [
    -0.7,
    "adjective",
    "bad poor weak unreliable frustrating disappointing disappointed disappointingly buggy flimsy uncomfortable overpriced clunky sluggish mediocre subpar inferior defective faulty broken annoying irritating infuriating painful rude unhelpful unfriendly unresponsive dirty filthy ugly dishonest misleading problematic troubling troubled worrying worrisome unstable unsatisfactory unsatisfying dissatisfied unhappy untrustworthy lackluster lacklustre aggravating arrogant chaotic childish creepy crooked deceitful depressing disgusting disrespectful embarrassing erratic exhausting forgettable grimy harmful illegal impersonal inadequate incompatible incomplete ineffective inefficient insecure intolerable irresponsible jarring lazy leaky lifeless lousy ludicrous maddening malicious negligent notorious obnoxious offensive outrageous pointless questionable ridiculous runny scary shabby shameful smelly stuffy suspicious tasteless tacky temperamental unbearable unpredictable unsavory upsetting watery worn crooked lame crude cheesy gaudy lumpy muffled scruffy skimpy soulless stifling torn undercooked overcooked unjustified underwhelming underpowered outdated obsolete tedious laughable overrated overhyped unpleasant shady sketchy exploitative unethical inedible bland stale soggy greasy unimpressive unprofessional incompetent careless neglected nasty stingy pushy predatory unkempt unintuitive unclear inaccurate imprecise unappealing uninspired uninspiring glitchy janky wobbly rickety tinny unpolished sloppy uneven",
  ],
  [
    -0.45,
    "adjective",
    "slow expensive pricey costly limited lacking heavy bulky complicated complex confusing cumbersome clumsy awkward dated noisy loud steep short-lived inconsistent cramped narrow fiddly finicky repetitive boring dull cheap-looking plasticky fragile brittle overwhelming intrusive restrictive rigid patchy spotty hit-or-miss cluttered crowded clammy sticky scratchy harsh tricky difficult dim grainy muddy messy unwieldy impractical inconvenient inflexible unforgiving thin-sounding bloated invasive aggressive lengthy unattractive needless pricier costlier delayed underwhelmed stressful tiresome",
  ],
  [
    -0.6,
    "verb",
    "disappoint frustrate annoy irritate struggle fail suffer lag crash malfunction overheat sag flicker stutter glitch deteriorate underperform underwhelm overcharge mislead complain criticise criticize regret nag overwhelm bury-in misrepresent exaggerate overpromise underdeliver falter stumble disintegrate stink ruin hate dislike despise scam deceive cheat confuse worsen degrade discourage condemn accuse sue wobble rattle squeak clog leak peel fray jam rust warp corrode bother irk",
  ],
  [
    -0.8,
    "as is",
    "worse worst scam scams fraud ripoff rip-off nightmare disaster garbage junk rubbish avoid letdown recall recalled recalls lawsuit lawsuits scandal scandals shambles joke fiasco mess disgrace",
  ],
  [
    -0.6,
    "as is",
    "complaint complaints drawback drawbacks downside downsides weakness weaknesses hassle hassles trouble troubles flaw flaws defect defects shortcoming shortcomings problem problems issue issues bug bugs glitches failure failures delay delays outage outages breach breaches fined fine-print penalty trap pitfall pitfalls disadvantage disadvantages criticism criticisms controversy controversial dealbreaker deal-breaker caveat lost loses losing lacks lack frustration frustrations annoyance breakage breaks broke breakdowns repairs refused refuses refusal overkill gimmick gimmicky crashing dies died stings sting blister blisters bugged misses outdone dropouts lemon stain mistake mistakes wrong error errors hidden-fees pain drains bulkier unresolved ignored ignores mishandled mishandles kaput toxic cancelled cancellations stuck tangles tears lied lies",
  ],
  [-0.5, "as is", "late unfortunately sadly beware caution overly"],
  [
    0,
    "as is",
    "okay ok average acceptable adequate passable mixed middling so-so polarizing polarising divisive unremarkable",
  ],
];

/** Wordings of several words, the words between blanks; the longest that begins at a word counts. */
const PHRASES: readonly (readonly [number, string])[] = [
  [
    0.7,
    "hard to beat|hard to fault|hard to go wrong|hard to match|hard to top|hard to resist|hard to put down|tough to beat|difficult to beat|difficult to fault|impossible to beat|can't go wrong|cannot go wrong|can't beat|can't be beat|can't be beaten|cannot be beaten|second to none|swear by|swears by|sworn by|stand out|stands out|stood out|shines through|goes above and beyond|above and beyond|head and shoulders|gold standard|top pick|top choice|top picks|first choice|clear winner|safe bet|no brainer|game changer|must have|built to last|well worth|highly rated|highly regarded|well regarded|well respected|well liked|well made|well built|well designed|well thought|works well|works great|works flawlessly|performs well|holds up|hold up|held up|stands up|lasts for years|last for years|lasts long|last longer|lasts longer|last a lifetime|lasts a lifetime|goes a long way|ahead of|step up|step above|a cut above|a notch above|just works|just work|actually works|out of the box|like a charm|works wonders|fair price|fair prices|great value|good value|value for money|bang for the buck|bang for your buck|half the price|half the money|fraction of the price|saves money|save money|saves time|save time|save you|saves you|saving money|on time|peace of mind|highly recommend|would buy again|buy it again|buy them again|buy again|i'd choose|would choose|i'd pick|would pick|would go with|go with|opt for|better served|five stars|crowd favorite|fan favorite|huge library|huge selection|wide choice|wide selection|great choice|flying colors|lives up to|live up to|does its job well|popular with|in a different league|in a league of|of its own|in seconds|takes seconds|take seconds|leave nothing to be desired|leaves nothing to be desired|good as new|only good things|keep coming back|highest score|highest rating|top score|top scores|top marks|full marks|honorable mention|honourable mention|runner up|on the plus side|switched and never looked back|never looked back|has won|right choice|a must|spot on|warm welcome|warm staff|the one to beat|the one to buy|the one to get|the one i would|my pick|our pick|my vote goes|where i would start|where i'd start",
  ],
  [
    -0.6,
    "hard to|difficult to|tricky to|impossible to|tough to|rip off|rips off|ripped off|let down|lets down|lets you down|let us down|let me down|letting down|falls short|fall short|fell short|falls apart|fall apart|fell apart|falling apart|comes apart|come apart|came apart|coming apart|breaks down|break down|broke down|breaking down|wears out|wear out|wore out|wearing out|burns out|burn out|gives up|gave up|gets stuck|get stuck|getting stuck|got stuck|gets slow|runs out|dig in|digs in|freezes up|freezing over|drains the|drain the|keeps crashing|kept crashing|kept logging|logs you out|logging me out|steer clear|stay away|stays away|keep away|look elsewhere|looks elsewhere|looking elsewhere|shop elsewhere|go elsewhere|think twice|thinking twice|would wait|i'd wait|hold off|not for everyone|much to be desired|lot to be desired|something to be desired|leaves to be desired|waste of|wastes time|costs more|cost more|costs too|costs extra|too much|times too|hidden fee|hidden fees|hidden cost|hidden costs|hidden charges|learning curve|red flag|red flags|under fire|cuts corners|cut corners|cutting corners|nickel and dime|nickels and dimes|bad taste|behind the|lags behind|lag behind|lagged behind|lagging behind|trails behind|left behind|falls behind|fall behind|fell behind|trouble with|having trouble|slow to|wait weeks|waits weeks|waited weeks|nothing special|nothing to write|pales in comparison|no match for|can't compete|cannot compete|can't match|cannot match|can't keep up|cannot keep up|could be better|could be improved|needs work|needs improvement|room for improvement|left me|out of its depth|past its|overshadowed by|plagued by|marred by|buries you|bury you|drives you|a chore|a slog|a pain|the worst|no use|shut down|shuts down|goes wrong|went wrong|going wrong|turned off|turns off|put off|puts off|logs out|out of stock|sold out|data breach|poor value|bad value|burned out|peels off|peel off|smells bad|tastes bad|stopped working|stops working|quit working|quits working|doesn't work|don't work|didn't work|does not work|did not work|won't work|no help|never arrived|never answered|never replied|lawsuits against|accused of|dies early|die early|cheaply made|feels cheap|feel cheap|looks cheap|made cheaply|too many|buyer beware|no visible effect|no effect|no difference|hard pass|a miss|something better",
  ],
  [
    0,
    "does the job|do the job|did the job|gets the job done|get the job done|nothing more|jury is still out|jury's still out|opinions differ|opinions vary|opinions are|opinions on|reviews are mixed|views differ|somewhere in between|in between|depends on|comes down to|hit and miss|middle of the road|neither here|take it or leave it|saw no change|no better or worse|mixed bag|mixed reviews",
  ],
];

/** Wordings that hold a word of the list and judge nothing. */
const NO_OPINION =
  "best results|pros and cons|include mistakes|includes mistakes|make mistakes|makes mistakes|contain errors|best practice|best practices|at best|at its best|could do worse|do a lot worse|do much worse|worth noting|worth mentioning|worth knowing|worth checking|worth remembering|net worth|good question|great question|happy to help|glad to help|good to know|good for up|best before|better known|better to|well as|as well|better understand|hard drive|hard drives|hard disk|hard shell|hard case|hard cover|hard water|hard floor|hard floors|hard surfaces|light bulb|light bulbs|soft drink|soft drinks|dry clean|clean the|clean with|fresh water|quick start|fast food|fast charging|easy chair|wrong size|error message|error messages|issue date|top of|top up|top rack|top load|on top|top speed|top layer|at the top|no problem|no worries|free of charge|right to|complex carbohydrates|heavy loads|heavy load|heavy use|heavy duty|heavy rain|heavy cream|heavy traffic|hard work|bad weather|bad breath|poor circulation|sharp edges|deep fried|late night|late fee|late fees|warm water|cool down|cool water|soft skin|hard to reach places|problem skin|bug fix|bug fixes|deep sleep|deep clean|light rain|clear skin|clear water|stay fresh|kind of|compared to|issue with your|award date|loyalty|simple carbohydrates|rich text|top five|top ten|top 10|top 5|quality control|premium plan|premium plans|premium tier|premium version|premium account|premium users|premium economy|leading to|leads to|easy mode|quiet mode|fast mode|safe mode|quick guide|in good condition|problem solving|difficult terrain|tough jobs|trouble sleeping|lost items|lost luggage insurance|limited edition|limited warranty|limited company|limited time|natural gas|cool whip|fair trade|clean energy|central heating|central processing|central bank|premium subscription|premium features|strengths and weaknesses|advantages and disadvantages|benefits and drawbacks|average price|average cost|average rating|average of|on average|average speed|average weight|average user|ok button|deep discount|deep discounts|steep discount|steep discounts|mixed fabrics|mixed use";

const suffixed = (word: string): string[] => {
  const stem = word.endsWith("e") ? word.slice(0, -1) : word;
  const soft = /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : stem;
  const doubled = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(word) ? `${word}${word.at(-1)}` : soft;
  return [stem, soft, doubled];
};

function formsOf(word: string, kind: Kind): string[] {
  if (kind === "as is") return [word];
  const [stem = word, soft = word, doubled = word] = suffixed(word);
  if (kind === "noun") return [word, `${word}s`];
  if (kind === "verb") {
    const plural = /(?:s|sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`;
    const third = soft.endsWith("i") ? `${soft}es` : plural;
    const base = doubled === soft ? soft : doubled;
    return [word, third, `${base}ed`, `${base === soft && soft.endsWith("i") ? word : base}ing`];
  }
  const adverb = word.endsWith("le")
    ? `${stem}y`
    : `${word.endsWith("y") ? soft : word}${word.endsWith("ic") ? "al" : ""}ly`;
  const compared = word.length > 8 ? [] : [`${doubled}er`, `${doubled}est`];
  return [word, adverb, ...compared];
}

const valences = new Map<string, number>();
const verbs_of_blame = new Set<string>();
for (const [value, kind, words] of LINES) {
  for (const word of words.split(" ")) {
    for (const form of formsOf(word, kind)) {
      if (!valences.has(form)) valences.set(form, value);
      if (kind === "verb" && value < 0) verbs_of_blame.add(form);
    }
  }
}

/** Whether a word says what somebody does badly: "fails", "leaks" (which may be a thing, too). */
export const isVerbOfBlame = (word: string): boolean => verbs_of_blame.has(word);

/** What a word says of what it is said of, from -1 to 1; undefined: nothing. */
export function valenceOf(word: string): number | undefined {
  return valences.get(word) ?? affixed(word);
}

const AMPLIFIED =
  /^(?:well|super|ultra|rock|highly|very|over|crystal|razor|lightning|whisper|top|high|so|super|surprisingly|extra|all-round|overly|less|most|more)-/;

function affixed(word: string): number | undefined {
  if (word.startsWith("un") && word.length > 6) {
    const value = valences.get(word.slice(2));
    return value === undefined ? undefined : value > 0 ? -0.6 : 0.4;
  }
  const dash = word.lastIndexOf("-");
  if (dash < 0) return undefined;
  const end = word.slice(dash + 1);
  if (end === "friendly") return 0.5;
  const value = valences.get(word.slice(0, dash));
  // "leak-proof", "hassle-free"
  if (/^(?:proof|free|resistant)$/.test(end))
    return value !== undefined && value < 0 ? 0.5 : undefined;
  return AMPLIFIED.test(word) ? valences.get(end) : undefined;
}

type Phrase = { words: readonly string[]; value: number | null };
const phrases = new Map<string, Phrase[]>();
const addPhrases = (value: number | null, list: string) => {
  for (const text of list.split("|")) {
    const words = text.split(" ");
    const [first = ""] = words;
    const known = phrases.get(first) ?? [];
    known.push({ words, value });
    known.sort((a, b) => b.words.length - a.words.length);
    phrases.set(first, known);
  }
};
for (const [value, list] of PHRASES) addPhrases(value, list);
addPhrases(null, NO_OPINION);

/** The longest known wording that begins at a word of a text; `value` null: it judges nothing. */
export function phraseAt(
  words: readonly string[],
  index: number,
): { length: number; value: number | null } | undefined {
  const found = phrases
    .get(words[index] ?? "")
    ?.find((phrase) => phrase.words.every((word, at) => words[index + at] === word));
  return found && { length: found.words.length, value: found.value };
}
