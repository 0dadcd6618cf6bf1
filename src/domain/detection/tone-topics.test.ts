import assert from "node:assert/strict";
import { test } from "node:test";
import { expectTones, tones } from "../../../test/kit/tones.ts";

test("what a brand deals with does not judge it, what it has does", () => {
  const neutral = [
    "Acme guards accounts against identity fraud.",
    "Acme is antivirus software that detects malicious files and suspicious links.",
    "Acme monitors the dark web for data breaches.",
    "The app flags fraudulent charges. Acme is free for families.",
    "Acme flags suspicious transactions, scams and fake invoices.",
    "Acme offers scam protection for seniors.",
    "Acme sells breach insurance to hospitals.",
    "Acme is a cream for painful joints.",
    "Acme makes tablets against stomach pain and blisters.",
    "Acme treats chronic pain, sore throats and bad sleep.",
    "Acme is a shoe for people with painful feet.",
    "Acme runs clinics for patients with back pain.",
    "Acme repairs cracked phones and broken laptops.",
    "Acme is a workshop for faulty boilers.",
    "Acme tracks bugs, errors and delays for software teams.",
    "Acme is a bug tracker for small teams.",
    "Acme provides outage monitoring for websites.",
    "Acme is a law firm that handles lawsuits over defective cars.",
    "Acme represents victims of fraud.",
    "Acme covers lost luggage, delays and broken devices.",
    "Acme buys broken phones.",
    "Acme helps teams find bugs before release.",
    "With Acme you can log complaints and problems.",
    "Acme is a ticketing system: log issues, assign problems, close complaints.",
    "Acme resolves customer complaints for airlines.",
    "Acme insures farmers against drought and failures of harvest.",
    "Acme scans code for errors and unsafe patterns.",
    "Acme is a stain remover for carpets.",
    "Acme, a debt adviser, assists households in financial trouble.",
    "Acme recycles defective batteries.",
    "Acme alerts you to outages and delays.",
  ];
  for (const text of neutral) assert.match(tones(text, "Acme"), /[?0+]/, text);
  const negative = [
    "Acme has bugs.",
    "Acme is a scam.",
    "Acme is known for delays and outages.",
    "Acme is full of bugs.",
    "Acme suffers from outages.",
    "Customers report problems with Acme.",
    "Reviewers find bugs in Acme.",
    "Acme's scanner has problems with old files.",
    "Acme tracks sleep poorly.",
    "Acme tracks workouts and crashes often.",
    "Acme is criticised for hidden fees.",
    "Acme repairs are slow and the staff is rude.",
    "Acme detects phishing, but its app is buggy.",
    "Acme monitors servers; the dashboard is slow.",
    "Acme is expensive for a buggy app.",
    "Acme is notorious for defective hinges.",
    "Acme protection plans are overpriced.",
    "Acme needs repairs every year.",
    "Acme is an antivirus with annoying pop-ups.",
    "Acme's insurance is a nightmare.",
    "I had trouble with Acme.",
    "Acme fails to detect scams.",
    "There are many complaints about Acme.",
    "Acme asks a lot of money for flimsy chairs.",
    "Acme causes back pain.",
    "Acme comes with broken screens.",
    "Acme blocks ads badly and leaks memory.",
    "Acme got bad reviews for its late deliveries.",
  ];
  expectTones(
    negative.map((text) => [text, "-"]),
    "Acme",
  );
});

test("advice against a brand is no praise, whatever word it takes", () => {
  const negative = [
    "Acme works, but there are stronger options.",
    "Acme: better value exists elsewhere.",
    "You will find better deals elsewhere than Acme.",
    "Stronger alternatives to Acme exist.",
    "There are plenty of better alternatives to Acme.",
    "Zolto is a better alternative to Acme.",
    "Acme was once the best, but not anymore.",
    "Acme used to be reliable.",
    "Acme used to have excellent support, but that changed.",
    "Acme was excellent, but no longer is.",
    "I'd only consider Acme on sale.",
    "Acme is only worth it at half price.",
    "I would only get Acme with a big discount.",
    "Acme claims excellent noise cancelling, but you hear every train.",
    "Acme promises fast delivery, yet parcels take three weeks.",
    "Acme advertises easy returns but asks for a dozen forms.",
    "Acme is a hard pass.",
    "Acme falls short of the best in this class.",
    "Skip Acme.",
    "I'd skip Acme.",
    "You're better off without Acme.",
    "With Acme you would be better off elsewhere.",
    "You can do better than Acme.",
    "Acme? You can do better.",
    "Ditch Acme and keep your money.",
    "I would give Acme a miss.",
  ];
  expectTones(
    negative.map((text) => [text, "-"]),
    "Acme",
  );
  const positive = [
    "Acme is the better option.",
    "Acme is a better choice for families.",
    "Acme offers better options for teams.",
    "If you want better options, choose Acme; it is excellent.",
    "Better options include Acme and Zolto.",
    "Zolto is weak. There are better options, such as Acme.",
    "Acme is a great alternative to Zolto.",
    "Acme is used to brew excellent coffee.",
    "Acme keeps its promises and delivers excellent sound.",
    "Acme promises great battery life and delivers it.",
    "Acme is the only one worth buying.",
    "The only lamp I'd buy is Acme, it's superb.",
    "I'd only recommend Acme.",
    "Acme is nothing short of excellent.",
    "Acme gets better every year.",
    "You can't do better than Acme.",
    "There is no better option than Acme.",
    "There are no better options than Acme.",
    "Acme was great before and is still great.",
    "Skip the queue with Acme, a fantastic app.",
    "Acme once again delivers excellent results.",
    "Acme prevents leaks and reduces hassle.",
    "Acme reliably detects fraud.",
    "Acme is excellent at finding bugs.",
  ];
  expectTones(
    positive.map((text) => [text, "+"]),
    "Acme",
  );
});

test('only what is said of the past or promised turns praise over, not any "used to", boast or claim', () => {
  const positive = [
    "Acme is commonly used to write excellent reports.",
    "Acme has long been used to produce beautiful prints.",
    "The steel used to make Acme knives is superb.",
    "Teams used to Trello will enjoy Acme.",
    "Anyone used to spreadsheets will love Acme.",
    "The fabric used to line Acme jackets is great.",
    "Acme used to be slow, now it's excellent.",
    "Acme boasts a superb keyboard, but it runs warm.",
    "Acme boasts great lenses and sturdy straps, but it costs 900 dollars.",
    "Acme pays claims promptly and the staff is friendly, but it has no office in Ohio.",
    "Acme files claims quickly, but it takes calls only on weekdays.",
    "In some markets Acme is a great pick, but it has no shop in Oslo.",
    "Acme keeps its promises and offers excellent service, but it closes early.",
    "Acme claims the first place for its excellent sound, but it costs 500 dollars.",
    "Acme is also used to create gorgeous posters.",
    "Acme is widely used to build great websites.",
    "Acme is often used to create stunning visuals.",
    "The leather used to make Acme bags is excellent.",
    "People used to Photoshop will find Acme easy.",
    "Users used to Excel will love Acme.",
  ];
  const negative = [
    "Acme used to offer great service.",
    "Acme's support used to be excellent.",
    "Acme once used to be a reliable brand.",
    "Acme is a brand that used to deliver excellent quality.",
    "The Acme app used to work flawlessly.",
    "I used to love Acme.",
    "Acme claims superb battery life, but it died after two hours.",
    "Acme also promises excellent range, but it goes four miles.",
    "Acme touts great support, yet nobody picks up.",
    "Acme used to be great.",
  ];
  const not_negative = [
    "Acme boasts excellent battery life and a bright screen, but the price is high.",
    "Acme boasts an excellent display, but it is heavier than most.",
    "Acme settles claims quickly and fairly, but it operates in only ten states.",
    "Acme handles claims fast, but its app is plain.",
    "In most markets Acme is excellent, but it is not sold in Japan.",
  ];
  expectTones(
    [
      ...positive.map((text) => [text, "+"] as const),
      ...negative.map((text) => [text, "-"] as const),
    ],
    "Acme",
  );
  for (const text of not_negative) assert.match(tones(text, "Acme"), /[?0+]/, text);
});

test("what a brand is accused of, has or makes trouble with is blame", () => {
  const negative = [
    "Acme is under review by regulators for fraud.",
    "Acme was dragged before a judge for misleading labels.",
    "Acme is being probed for defective airbags.",
    "Acme went viral for its broken zippers and for terrible hinges.",
    "Acme has been singled out for unreliable deliveries.",
    "Acme is in the news for data breaches.",
    "Keep an eye out for hidden fees at Acme.",
    "Brace yourself for outages with Acme.",
    "Acme is a byword for delays.",
    "Acme is monitoring software with constant outages.",
    "Acme is an app with annoying bugs.",
    "Acme is a set of tools with unreliable exports.",
    "Acme is a scanning tool with serious defects.",
    "Acme tracks sleep with frequent errors.",
    "Acme has trouble scanning receipts.",
    "Acme has a problem tracking swims.",
    "Owners report issues monitoring their battery with Acme.",
    "Acme had bugs tracking rides.",
    "Acme shows problems detecting motion at night.",
    "Acme flags files that do not matter and is unreliable at night.",
    "Acme offers no refund for defective devices.",
    "Acme leaves people with broken screens.",
    "Acme is under investigation for fraud.",
    "Acme was taken to court for fraud.",
    "Acme is being investigated for misleading claims.",
    "Acme is under scrutiny for deceptive fees.",
    "Acme has been called out for misleading ads.",
    "Acme has made headlines for data breaches.",
    "Watch out for hidden fees with Acme.",
    "Watch out for bugs in Acme.",
    "Be prepared for delays with Acme.",
    "Acme is accounting software with frequent outages.",
    "Acme is a tool with serious bugs.",
    "Acme has problems scanning barcodes.",
    "Acme has issues tracking heart rate during workouts.",
    "Users report problems tracking shipments with Acme.",
    "Acme finds errors that do not exist and is unreliable for large teams.",
  ];
  expectTones(
    negative.map((text) => [text, "-"]),
    "Acme",
  );
  const not_negative = [
    "Acme is an ointment for painful knees.",
    "Acme is an app for chronic pain.",
    "Acme is a lawyer for defective products.",
    "Acme sells parts for faulty ovens.",
    "Acme is a hospice service for people in pain.",
    "Acme helps people with debt problems.",
    "Acme offers help for back pain.",
    "Acme specializes in failed hard drives.",
    "Acme fixes phones with broken screens.",
    "Acme checks contracts for errors.",
    "Acme offers issue tracking for remote teams.",
    "Acme has a bug tracking tool.",
    "Acme does fraud monitoring for banks.",
    "Acme sells insurance for lost luggage and broken screens.",
    "Acme is great for back pain.",
    "For knee pain, Acme is an excellent brace.",
    "Acme works well for chronic pain.",
  ];
  for (const text of not_negative) assert.match(tones(text, "Acme"), /[?0+]/, text);
});

test("what a sentence denies or calls false is not said of the name", () => {
  const denied = [
    "There is no evidence that Acme is a scam.",
    "I see no reason to think Acme is unsafe.",
    "We found no proof Acme is dishonest.",
    "It is not true that Acme is slow.",
    "Nobody says that Acme is overpriced.",
    "The rumour that Acme is a fraud is false.",
    "No test shows that Acme is excellent.",
    "The claim that Acme is useless or unsafe has been debunked.",
  ];
  for (const text of denied) assert.equal(tones(text, "Acme"), "?", text);
  expectTones(
    [
      ["There is no evidence that Acme is a scam, but it is overpriced.", "-"],
      ["There is no evidence that Acme is a scam; buyers love it.", "+"],
      ["There is no doubt that Acme is excellent.", "+"],
      ["It is no secret that Acme is unreliable.", "-"],
      ["The fact that Acme is slow annoys testers.", "-"],
      ["There is evidence that Acme is unreliable.", "-"],
    ],
    "Acme",
  );
});

test("a reason for a choice that blames something else is no blame of what is chosen", () => {
  expectTones(
    [
      ["Choose Acme; paper forms are a nightmare.", "+"],
      ["I'd buy Acme: cheap copies fall apart and are terrible.", "+"],
      ["Acme is great because most other tools are slow.", "+"],
      ["I recommend Acme; the notion that you must pay more is wrong.", "+"],
      ["Acme is a good choice, but boots like these are uncomfortable.", "-"],
      ["Choose Acme; it is slow.", "-"],
      ["Acme sells tents; seams leak.", "-"],
      ["Avoid Acme; customers are unhappy.", "-"],
    ],
    "Acme",
  );
});
