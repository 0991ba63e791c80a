"""When and what: the small stories that time questions are told in, in both languages."""

from __future__ import annotations

# Which half of the day, the hours it can be, and the story.
MORNING_EVENING = (
    ("A.M.", (6, 7, 8), "{}'s mom is reading before work one morning.", "一天早上,{}的妈妈上班前在看书。"),
    ("A.M.", (6, 7, 8), "{} is eating breakfast before school.", "{}上学前正在吃早饭。"),
    ("A.M.", (6, 7), "{} is watching the sun come up.", "{}正在看日出。"),
    ("A.M.", (7, 8, 9), "{} is riding the bus to school this morning.", "今天早上,{}正坐校车去上学。"),
    ("A.M.", (6, 7, 8), "{} is making the bed after waking up in the morning.", "早上起床后,{}正在整理床铺。"),
    ("A.M.", (8, 9, 10), "{} is planting flowers one morning.", "一天上午,{}正在种花。"),
    ("P.M.", (6, 7, 8), "{} is writing a letter one evening.", "一天晚上,{}正在写信。"),
    ("P.M.", (6, 7), "{} is walking the dog in the evening.", "傍晚,{}正在遛狗。"),
    ("P.M.", (2, 3), "{} is putting the baby down for an afternoon nap.", "{}正在哄宝宝睡午觉。"),
    ("P.M.", (7, 8), "{} is brushing teeth before going to bed.", "{}睡觉前正在刷牙。"),
    ("P.M.", (5, 6, 7), "{} is eating dinner with friends.", "{}正和朋友们吃晚饭。"),
    ("P.M.", (7, 8), "{} is staying home one evening.", "一天晚上,{}待在家里。"),
)
# Hours within one half of the day, what the friends did, what one of them did, and the same in Chinese.
OUTINGS = (
    (range(6, 11), "got the newspaper one morning", "got the newspaper", "早上取报纸"),
    (range(6, 9), "went out for ice cream before bed", "went out for ice cream", "睡前去吃冰淇淋"),
    (range(6, 11), "got on the bus one morning", "got on the bus", "早上坐公共汽车"),
    (range(1, 6), "walked to the park one afternoon", "walked to the park", "下午去公园"),
    (range(5, 9), "ate dinner one evening", "ate dinner", "晚上吃晚饭"),
    (range(1, 6), "went swimming one afternoon", "went swimming", "下午去游泳"),
    (range(6, 10), "read a story in the evening", "read a story", "晚上读故事"),
)
# Code points of the icon that stands for it, and what was done.
DONE = (
    ("1f6bf", "took a shower", "洗澡"), ("260e", "talked on the phone", "打电话"), ("1f37d", "ate dinner", "吃晚饭"),
    ("1f4d6", "read a book", "看书"), ("1faa5", "brushed teeth", "刷牙"), ("1f4fa", "watched TV", "看电视"),
    ("1f3b9", "played the piano", "弹钢琴"), ("270f", "did homework", "做作业"), ("1f9e9", "did a puzzle", "拼拼图"),
    ("1f3a8", "painted a picture", "画画"), ("1f36a", "baked cookies", "烤饼干"), ("1f415", "walked the dog", "遛狗"),
)  # fmt: skip
# The hour (0 to 23) that fits, and the story. The hour that does not fit is another story's, at least five hours away.
EVENTS = (
    (15, "{} recently got out of school.", "{}刚刚放学。"),
    (7, "{} just woke up for school.", "{}刚起床准备上学。"),
    (12, "{} is eating lunch.", "{}正在吃午饭。"),
    (20, "{} is putting on pajamas for bed.", "{}正在换睡衣准备睡觉。"),
    (18, "{} is eating dinner.", "{}正在吃晚饭。"),
    (8, "{} is walking to school.", "{}正走路去上学。"),
    (21, "{} is looking at the stars.", "{}正在看星星。"),
    (7, "{} is eating breakfast.", "{}正在吃早饭。"),
    (16, "{} is playing outside right after school.", "{}放学后正在外面玩。"),
    (12, "{} is at school, having lunch with the class.", "{}正在学校和同学们吃午饭。"),
    (15, "{} is riding the school bus home.", "{}正坐校车回家。"),
    (20, "{}'s dad is turning off the lights for the night.", "{}的爸爸正在关灯准备睡觉。"),
)
