//! Shapes as SVG. Nothing is computed here: whatever stands in the picture is a shape.

use super::shapes::{
    Anchor, Arrow, Bar, Callout, Dot, Kind, LeadsTo, Line, Part, Picture, Point, ProcessGlyph,
    Span, SpanKind, Text, Tip, Tone,
};
use crate::parts::Glyph;
use crate::study::way::{Side, Way};
use yew::{Callback, Html, MouseEvent, html};

/// Half the longest name of a process, in px.
const NAME_HALF: f64 = 38.0;

/// The drawing. What is chosen goes to `choose`.
pub(crate) fn draw(picture: &Picture, label: &str, choose: &Callback<LeadsTo>) -> Html {
    let (width, height) = (px(picture.width), px(picture.height));
    let ticks = picture.ticks.iter().enumerate().map(|(at, tick)| {
        html! {
            <g key={at}>
                <path d={path(&tick.ends)} class="st-tick" />
                <text x={px(tick.at.x)} y={px(tick.at.y)} class="st-time"
                    text-anchor={if picture.narrow { "start" } else { "middle" }}>{ tick.label.clone() }</text>
            </g>
        }
    });
    let lines = picture
        .lines
        .iter()
        .enumerate()
        .map(|(at, line)| process(at, line, picture));
    let spans = picture
        .spans
        .iter()
        .enumerate()
        .map(|(at, span)| absence(at, span));
    let bars = picture
        .bars
        .iter()
        .enumerate()
        .map(|(at, bar)| wait(at, bar));
    let arrows = picture
        .arrows
        .iter()
        .enumerate()
        .map(|(at, arrow)| message(at, arrow, choose));
    let dots = picture
        .dots
        .iter()
        .enumerate()
        .map(|(at, dot)| moment(at, dot, choose));
    let texts = picture
        .texts
        .iter()
        .chain(&picture.breaks)
        .enumerate()
        .map(|(at, text)| written(at, text, choose));
    html! {
        <svg class="st" viewBox={format!("0 0 {width} {height}")} {width} {height} role="group" aria-label={label.to_owned()}>
            <defs>
                <pattern id="st-down" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                    <path d="M0 0v7" stroke="var(--edge)" stroke-width="2.4" />
                </pattern>
                <pattern id="st-away" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
                    <path d="M0 0v7" stroke="var(--edge)" stroke-width="1.6" />
                </pattern>
            </defs>
            for tick in ticks { { tick } }
            if let Some(now) = &picture.now { <path d={path(now)} class="st-now" /> }
            for span in spans { { span } }
            for line in lines { { line } }
            for bar in bars { { bar } }
            for arrow in arrows { { arrow } }
            for dot in dots { { dot } }
            for text in texts { { text } }
            if let Some(callout) = &picture.callout { { called_out(callout) } }
        </svg>
    }
}

fn process(at: usize, line: &Line, picture: &Picture) -> Html {
    let [from, _] = line.ends;
    let glyph = match line.glyph {
        ProcessGlyph::Client => Glyph::Client,
        ProcessGlyph::Leader => Glyph::Leader,
        ProcessGlyph::InSync => Glyph::InSync,
        ProcessGlyph::OutOfSync => Glyph::OutOfSync,
        ProcessGlyph::Offline => Glyph::Offline,
        ProcessGlyph::Controller => Glyph::Control,
    };
    let use_glyph = |x: f64, y: f64| {
        html! { <use href={glyph.address()} x={px(x)} y={px(y)} width="14" height="14" style="color:var(--ink)" /> }
    };
    if picture.narrow {
        // Side by side there is room for a short name, and for the glyph of what it is.
        let named = !picture.tight || line.name.bytes().all(|byte| byte.is_ascii_digit());
        let told = [&*line.name, ", ", &*line.role].concat();
        let middle = from.x.min(picture.width - NAME_HALF);
        return html! {
            <g key={at}>
                <title>{ told }</title>
                <path d={path(&line.ends)} class="st-line" />
                if named { <text x={px(middle)} y="14" class="st-name" text-anchor="middle">{ line.name.clone() }</text> }
                { use_glyph(from.x - 7.0, 20.0) }
            </g>
        };
    }
    html! {
        <g key={at}>
            <path d={path(&line.ends)} class="st-line" />
            { use_glyph(0.0, from.y - 9.0) }
            <text x="20" y={px(from.y + 2.0)} class="st-name">{ line.name.clone() }</text>
            <text x="20" y={px(from.y + 18.0)} class="st-role">{ line.role.clone() }</text>
        </g>
    }
}

fn absence(at: usize, span: &Span) -> Html {
    let fill = match span.kind {
        SpanKind::Down => "url(#st-down)",
        SpanKind::Away => "url(#st-away)",
    };
    html! {
        <g key={at}>
            <title>{ span.label.clone() }</title>
            <rect x={px(span.at.x)} y={px(span.at.y)} width={px(span.size.x)} height={px(span.size.y)} class="st-span" />
            <rect x={px(span.at.x)} y={px(span.at.y)} width={px(span.size.x)} height={px(span.size.y)} {fill} />
        </g>
    }
}

fn wait(at: usize, bar: &Bar) -> Html {
    let class = match (bar.open, bar.renewed) {
        (_, true) => "st-wait again",
        (true, _) => "st-wait open",
        _ => "st-wait",
    };
    html! {
        <rect key={at} {class} x={px(bar.at.x)} y={px(bar.at.y)} width={px(bar.size.x)} height={px(bar.size.y)} rx="3">
            <title>{ bar.label.clone() }</title>
        </rect>
    }
}

fn message(at: usize, arrow: &Arrow, choose: &Callback<LeadsTo>) -> Html {
    let ends = [arrow.from, arrow.to];
    let mut class = match arrow.part {
        Part::Unasked => match arrow.kind {
            Kind::Replication => "st-arrow k-repl",
            Kind::Client => "st-arrow k-client",
            Kind::Control => "st-arrow k-control",
        },
        Part::None => "st-arrow none",
        Part::LedTo => "st-arrow led",
        Part::Needed => "st-arrow needed",
        Part::Trigger => "st-arrow trigger",
    }
    .to_owned();
    if arrow.future {
        class.push_str(" future");
    }
    let leads_to = arrow.leads_to;
    let onclick = leads_to.map(|chosen| choose.reform(move |_: MouseEvent| chosen));
    let tip = match arrow.tip {
        Tip::Head => html! {},
        Tip::Cross => html! { <path d={cross(arrow.to, 5.0)} class="st-cross" /> },
        Tip::Open => {
            html! { <circle cx={px(arrow.to.x)} cy={px(arrow.to.y)} r="4.5" class="st-flight" /> }
        }
        Tip::Held => html! {
            <>
                <circle cx={px(arrow.to.x)} cy={px(arrow.to.y)} r="4.5" class="st-flight" />
                <circle cx={px(arrow.to.x)} cy={px(arrow.to.y)} r="8.5" class="st-held" />
            </>
        },
    };
    let head = (arrow.tip == Tip::Head).then_some("url(#arrow)");
    html! {
        <g key={at} {class} {onclick}>
            <title>{ arrow.label.clone() }</title>
            <path d={path(&ends)} class="st-hit" />
            <path d={path(&ends)} class="st-way" marker-end={head} />
            { tip }
        </g>
    }
}

fn moment(at: usize, dot: &Dot, choose: &Callback<LeadsTo>) -> Html {
    let mut class = match dot.part {
        Part::Trigger => "st-dot trigger",
        Part::Needed => "st-dot needed",
        Part::Unasked | Part::None | Part::LedTo => "st-dot",
    }
    .to_owned();
    for (name, holds) in [(" now", dot.now), (" future", dot.future)] {
        if holds {
            class.push_str(name);
        }
    }
    let onclick = dot
        .step
        .map(|step| choose.reform(move |_: MouseEvent| LeadsTo::Step(step)));
    let r = if dot.part == Part::Trigger || dot.now {
        "5.5"
    } else {
        "4"
    };
    html! {
        <g key={at} {class} {onclick}>
            <title>{ dot.label.clone() }</title>
            <circle cx={px(dot.at.x)} cy={px(dot.at.y)} class="st-touch" />
            <circle cx={px(dot.at.x)} cy={px(dot.at.y)} {r} />
        </g>
    }
}

fn written(at: usize, text: &Text, choose: &Callback<LeadsTo>) -> Html {
    let class = match text.tone {
        Tone::Quiet => "st-text quiet",
        Tone::Message => "st-text",
        Tone::Chain => "st-text chain",
        Tone::Change => "st-text change",
        Tone::Tide => "st-text hw",
        Tone::Bad => "st-text lost",
    };
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let drawn = html! {
        <text {class} x={px(text.at.x)} y={px(text.at.y)} text-anchor={anchor}>{ text.text.clone() }</text>
    };
    let Some((step, value)) = text.asks else {
        return html! { <g key={at}>{ drawn }</g> };
    };
    let href = Way::with(Some(Side::Why(value))).href();
    // The causes are those at the moment shown: it has to be this one first.
    let onclick = choose.reform(move |event: MouseEvent| {
        event.prevent_default();
        LeadsTo::Why(step, value)
    });
    html! { <a key={at} {href} {onclick}>{ drawn }</a> }
}

fn called_out(callout: &Callout) -> Html {
    let Callout { at, size, dot, .. } = callout;
    html! {
        <g>
            <circle cx={px(dot.x)} cy={px(dot.y)} r="8" class="st-set" />
            <circle cx={px(dot.x)} cy={px(dot.y)} r="12.5" class="st-ring" />
            <rect x={px(at.x)} y={px(at.y)} width={px(size.x)} height={px(size.y)} rx="5" class="st-box" />
            <text x={px(at.x + 11.0)} y={px(at.y + 18.0)} class="st-title">{ callout.title.clone() }</text>
            for (line, rule) in callout.rule.iter().enumerate() {
                <text key={line} x={px(at.x + 11.0)} y={px(at.y + 36.0 + 18.0 * line as f64)} class="st-rule">{ rule.clone() }</text>
            }
        </g>
    }
}

fn path([from, to]: &[Point; 2]) -> String {
    format!("M{} {}L{} {}", px(from.x), px(from.y), px(to.x), px(to.y))
}

fn cross(at: Point, arm: f64) -> String {
    let (left, right) = (px(at.x - arm), px(at.x + arm));
    let (top, bottom) = (px(at.y - arm), px(at.y + arm));
    format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}")
}

fn px(length: f64) -> String {
    format!("{length:.1}")
}
